/**
 * Parses the input of a parameter: an integer if the name contains `period`, else a decimal. Text that is not a number
 * is returned unchanged: the server's error then names the parameter.
 */
export function parameterValue(name: string, text: string): number | string {
  const value = name.includes('period') ? Number.parseInt(text, 10) : Number.parseFloat(text);
  return Number.isNaN(value) ? text : value;
}
