/** An object that an XML file writes where it is met first, and refers to everywhere else. */
export class GraphObject {
  readonly attributes: Record<string, string>;
  readonly fields: (readonly [name: string, value: GraphObject | string])[] = [];
  readonly text: string | null;

  constructor({
    text = null,
    attributes = {},
  }: { text?: string | null; attributes?: Record<string, string> } = {}) {
    this.text = text;
    this.attributes = attributes;
  }

  add(name: string, value: GraphObject | string | undefined): this {
    if (value !== undefined) this.fields.push([name, value]);
    return this;
  }
}

interface Step {
  readonly name: string;
  readonly position: number;
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Writes a graph of objects, with relative paths or with ids as references. */
export function writeGraph(name: string, root: GraphObject, references: 'paths' | 'ids'): string {
  const seen = new Map<GraphObject, readonly Step[]>();
  const ids = new Map<GraphObject, number>();
  const parts: string[] = [];
  const write = (object: GraphObject, path: readonly Step[]) => {
    const tag = path.at(-1)?.name ?? name;
    const attributes = Object.entries(object.attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
    const known = seen.get(object);
    if (known) {
      const reference = references === 'ids' ? String(ids.get(object)) : relativePath(path, known);
      // A field that may have objects of several classes names the class.
      const className =
        object.attributes.class ?? (tag === 'investmentVehicle' ? known.at(-1)?.name : undefined);
      const ofClass = className === undefined ? '' : ` class="${className}"`;
      parts.push(`<${tag}${ofClass} reference="${reference}"/>`);
      return;
    }
    seen.set(object, path);
    ids.set(object, seen.size);
    const id = references === 'ids' ? ` id="${seen.size}"` : '';
    parts.push(`<${tag}${id}${attributes.join('')}>${escaped(object.text ?? '')}`);
    const counts = new Map<string, number>();
    for (const [field, value] of object.fields) {
      const position = (counts.get(field) ?? 0) + 1;
      counts.set(field, position);
      if (typeof value === 'string') parts.push(`\n<${field}>${escaped(value)}</${field}>`);
      else {
        parts.push('\n');
        write(value, [...path, { name: field, position }]);
      }
    }
    parts.push(`</${tag}>`);
  };
  write(root, [{ name, position: 1 }]);
  return parts.join('');
}

function relativePath(from: readonly Step[], to: readonly Step[]): string {
  let common = 0;
  while (
    common < from.length &&
    from[common]?.name === to[common]?.name &&
    from[common]?.position === to[common]?.position
  ) {
    common += 1;
  }
  const up = from.slice(common).map(() => '..');
  const down = to
    .slice(common)
    .map((step) => (step.position === 1 ? step.name : `${step.name}[${step.position}]`));
  return [...up, ...down].join('/');
}
