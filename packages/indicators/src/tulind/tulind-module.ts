import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** A function of Tulip Indicators. Neither of its methods checks its arguments: callTulind does. */
export interface TulindFunction {
  readonly inputCount: number;
  readonly optionCount: number;
  /** The index of the first bar that has a value. */
  start(options: readonly number[]): number;
  /** @returns the outputs, from bar `start(options)` on; null if the options are invalid */
  calculate(inputs: readonly Float64Array[], options: readonly number[]): Float64Array[] | null;
}

/** The exports of what tools/lib/compile-tulind.mjs compiles. Numbers are addresses, in bytes, or integers. */
interface TulindExports {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly ti_indicators: { readonly value: number };
  readonly __indirect_function_table: { get(index: number): (...args: number[]) => number };
  _initialize(): void;
  malloc(byteCount: number): number;
  free(address: number): void;
}

/** TypeScript declares WebAssembly among the types of browsers, and without the types of our exports. */
interface WebAssemblyScope {
  readonly WebAssembly: {
    readonly Module: new (code: Uint8Array) => object;
    readonly Instance: new (module: object) => { readonly exports: TulindExports };
  };
}

/** Fields of 32 bits in `ti_indicator_info` of tulind's indicators.h. */
const fields = { name: 0, start: 2, indicator: 3, inputs: 5, options: 6, outputs: 7, count: 38 };

const wordBytes = 4;
const doubleBytes = 8;

/** Instantiates tulind.wasm, which tools/lib/build-tulind.mjs compiles into the package's folder. */
export function loadTulind(): Map<string, TulindFunction> {
  const scope: object = globalThis;
  const { WebAssembly } = scope as WebAssemblyScope;
  const manifest = createRequire(import.meta.url).resolve('tulind/package.json');
  const module = new WebAssembly.Module(readFileSync(join(dirname(manifest), 'tulind.wasm')));
  const { exports } = new WebAssembly.Instance(module);
  exports._initialize();
  const words = new Uint32Array(exports.memory.buffer);
  const functions = new Map<string, TulindFunction>();
  for (let first = exports.ti_indicators.value / wordBytes; ; first += fields.count) {
    const word = (field: number) => words[first + field] ?? 0;
    const address = word(fields.name);
    // The list ends with an empty entry.
    if (address === 0) return functions;
    functions.set(text(exports, address), {
      inputCount: word(fields.inputs),
      optionCount: word(fields.options),
      ...functionsOf(
        exports,
        exports.__indirect_function_table.get(word(fields.start)),
        exports.__indirect_function_table.get(word(fields.indicator)),
        word(fields.outputs),
      ),
    });
  }
}

function text({ memory }: TulindExports, address: number): string {
  const bytes = Buffer.from(memory.buffer, address);
  return bytes.toString('latin1', 0, bytes.indexOf(0));
}

function functionsOf(
  exports: TulindExports,
  start: (options: number) => number,
  indicator: (barCount: number, inputs: number, options: number, outputs: number) => number,
  outputCount: number,
): Pick<TulindFunction, 'start' | 'calculate'> {
  // Creates a view for each access: a call can grow the memory, which detaches earlier views.
  const doubles = (address: number, length?: number) =>
    new Float64Array(exports.memory.buffer, address, length);
  return {
    start: (options) =>
      withBlock(exports, options.length * doubleBytes, (block) => {
        doubles(block).set(options);
        return start(block);
      }),
    calculate(inputs, options) {
      const barCount = inputs[0]?.length ?? 0;
      const columnBytes = barCount * doubleBytes;
      const columnCount = inputs.length + outputCount;
      const optionBytes = options.length * doubleBytes;
      // Options, columns of the inputs and the outputs, addresses of the columns.
      const blockBytes = optionBytes + columnCount * (columnBytes + wordBytes);
      return withBlock(exports, blockBytes, (block) => {
        const columns = Array.from(
          { length: columnCount },
          (_, column) => block + optionBytes + column * columnBytes,
        );
        const pointers = block + optionBytes + columnCount * columnBytes;
        doubles(block).set(options);
        inputs.forEach((input, column) => {
          doubles(columns[column] ?? 0).set(input);
        });
        new Uint32Array(exports.memory.buffer, pointers).set(columns);
        const outputPointers = pointers + inputs.length * wordBytes;
        if (indicator(barCount, pointers, block, outputPointers) !== 0) return null;
        const valueCount = barCount - start(block);
        return columns.slice(inputs.length).map((address) => doubles(address, valueCount).slice());
      });
    },
  };
}

/** Allocates memory while `use` runs. */
function withBlock<Result>(
  { malloc, free }: TulindExports,
  byteCount: number,
  use: (block: number) => Result,
): Result {
  const block = malloc(byteCount);
  if (block === 0) throw new RangeError(`tulind has no memory for ${byteCount} bytes`);
  try {
    return use(block);
  } finally {
    free(block);
  }
}
