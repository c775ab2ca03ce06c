import { dayMs } from '@stockbook/common/durations';

/**
 * Arrays as parameters of a statement in PostgreSQL's binary format, in which the driver sends buffers. PostgreSQL
 * takes several times as long to read the same numbers and dates from text.
 */
const float8Oid = 701;
const dateOid = 1082;

/** PostgreSQL counts days from here. */
const epoch = Date.UTC(2000, 0, 1);

/** Number of dimensions, flags, type of the elements; size and lower bound of the dimension. */
const headBytes = 5 * 4;

/** For a parameter that is cast to `float8[]`. */
export function float8Array(values: readonly number[] | Float64Array): Buffer {
  const size = Float64Array.BYTES_PER_ELEMENT;
  return arrayOf(values, float8Oid, size, (view, at, value) => view.setFloat64(at, value));
}

/**
 * For a parameter that is cast to `date[]`.
 * @param dates `YYYY-MM-DD`
 * @throws RangeError if a text is no date of our era, which has no year 0
 */
export function dateArray(dates: readonly string[]): Buffer {
  return arrayOf(dates, dateOid, Int32Array.BYTES_PER_ELEMENT, (view, at, date) => {
    const days = (Date.parse(date) - epoch) / dayMs;
    if (!Number.isInteger(days) || date < '0001') throw new RangeError(`"${date}" is not a date`);
    view.setInt32(at, days);
  });
}

function arrayOf<Value>(
  values: Iterable<Value> & { readonly length: number },
  type: number,
  size: number,
  write: (view: DataView, at: number, value: Value) => void,
): Buffer {
  const bytes = Buffer.allocUnsafe(headBytes + values.length * (4 + size));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const [index, value] of [1, 0, type, values.length, 1].entries()) view.setInt32(4 * index, value);
  let at = headBytes;
  for (const value of values) {
    view.setInt32(at, size);
    write(view, at + 4, value);
    at += 4 + size;
  }
  return bytes;
}
