import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { dateOfDay } from '@stockbook/common/days';
import { damagedAtByte, endsTooEarly, forbiddenContent, MoveInError } from '#src/move-in/move-in-error.ts';

/** The bytes before the message of a file. */
export const signature = 'PPPBV1';

/** Days since 1970-01-01 that a date may have: the years 1 to 9999. */
const [minDay, maxDay] = [-719_162, 2_932_896];

/** The fields of a message, with their values still encoded. */
export class Message {
  readonly #fields = new Map<number, (bigint | Uint8Array)[]>();
  /** The position of the message in the file. */
  readonly offset: number;
  readonly #depth: number;
  readonly #start: number;

  /**
   * @param offset of the message in the file
   * @param depth messages that it may have within each other
   * @throws MoveInError
   */
  constructor(bytes: Uint8Array, offset: number, depth: number) {
    if (depth < 0) throw forbiddenContent();
    this.offset = offset;
    this.#depth = depth;
    this.#start = bytes.byteOffset;
    const reader = new BinaryReader(bytes);
    try {
      while (reader.pos < reader.len) this.#read(reader);
    } catch (error) {
      if (error instanceof MoveInError) throw error;
      // A length that leads beyond the end of the whole file: the end is missing.
      throw offset === signature.length && reader.pos >= reader.len
        ? endsTooEarly()
        : damagedAtByte(offset + reader.pos);
    }
  }

  #read(reader: BinaryReader): void {
    const [field, type] = reader.tag();
    if (type === WireType.Varint) this.#add(field, BigInt(reader.int64()));
    else if (type === WireType.LengthDelimited) this.#add(field, reader.bytes());
    else reader.skip(type, field);
  }

  #add(field: number, value: bigint | Uint8Array): void {
    const values = this.#fields.get(field);
    if (values) values.push(value);
    else this.#fields.set(field, [value]);
  }

  has(field: number): boolean {
    return this.#fields.has(field);
  }

  /** A whole number; 0 if it is absent. */
  whole(field: number): bigint {
    const value = this.#fields.get(field)?.at(-1) ?? 0n;
    if (typeof value !== 'bigint') throw damagedAtByte(this.offset);
    return value;
  }

  number(field: number): number {
    return Number(this.whole(field));
  }

  /** A number of days since 1970-01-01. */
  day(field: number): number {
    const day = this.number(field);
    if (day < minDay || day > maxDay) throw damagedAtByte(this.offset);
    return day;
  }

  date(field: number): string {
    return dateOfDay(this.day(field));
  }

  /** A text; empty if it is absent. */
  text(field: number): string {
    return this.texts(field).at(-1) ?? '';
  }

  texts(field: number): string[] {
    return this.#bytes(field).map((bytes) => new TextDecoder().decode(bytes));
  }

  bytes(field: number): Uint8Array | undefined {
    return this.#bytes(field).at(-1);
  }

  messages(field: number): Message[] {
    return this.#bytes(field).map((bytes) => this.#inner(bytes));
  }

  message(field: number): Message | undefined {
    const bytes = this.bytes(field);
    return bytes && this.#inner(bytes);
  }

  /** The values are parts of the bytes of this message. */
  #inner(bytes: Uint8Array): Message {
    return new Message(bytes, this.offset + bytes.byteOffset - this.#start, this.#depth - 1);
  }

  #bytes(field: number): Uint8Array[] {
    return (this.#fields.get(field) ?? []).map((value) => {
      if (typeof value === 'bigint') throw damagedAtByte(this.offset);
      return value;
    });
  }
}
