/** A large JSON body that the event loop must not parse: a worker thread of the use case does, and validates it. */
export class UnparsedBody {
  readonly bytes: Uint8Array<ArrayBuffer>;

  constructor({ buffer, byteOffset, length }: Uint8Array) {
    this.bytes =
      buffer instanceof ArrayBuffer ? new Uint8Array(buffer, byteOffset, length) : new Uint8Array();
  }
}
