/**
 * What was typed for a parameter, as the server gets it: an integer where the name speaks of a period, a decimal
 * elsewhere. What is no number stays the text it is, and the server refuses it by the parameter's name.
 */
export function parameterValue(name: string, text: string): number | string {
  const value = name.includes('period') ? Number.parseInt(text, 10) : Number.parseFloat(text);
  return Number.isNaN(value) ? text : value;
}
