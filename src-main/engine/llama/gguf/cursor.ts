/** Reads a file forwards through a small window. Every step is checked against the file's size before it is taken. */
import type { FileHandle } from 'node:fs/promises';
import { limits } from './limits.ts';
import { reject, rejectCutOff, rejectHostile } from './rejection.ts';

const windowBytes = 256 * 1024;

export class Cursor {
  readonly file: string;
  /** Bytes of the whole file. */
  readonly size: number;
  readonly #handle: FileHandle;
  #window: Buffer = Buffer.alloc(0);
  /** File offset of the window's first byte. */
  #start = 0;
  /** Position within the window; may lie behind its end after a skip. */
  #at = 0;

  constructor(handle: FileHandle, file: string, size: number) {
    this.#handle = handle;
    this.file = file;
    this.size = size;
  }

  get offset(): number {
    return this.#start + this.#at;
  }

  get remaining(): number {
    return this.size - this.offset;
  }

  /** Makes the next `count` bytes readable without waiting. `field` names what they are, for the failure. */
  async ensure(count: number, field: string): Promise<void> {
    if (this.#at + count <= this.#window.length) return;
    this.#check(count, field);
    const start = this.offset;
    const wanted = Math.min(Math.max(count, windowBytes), this.size - start);
    const buffer = Buffer.allocUnsafe(wanted);
    let filled = 0;
    while (filled < wanted) {
      const { bytesRead } = await this.#handle.read(buffer, filled, wanted - filled, start + filled);
      // The file became shorter since its size was asked.
      if (bytesRead === 0) rejectCutOff(this.file, wanted - filled, field);
      filled += bytesRead;
    }
    this.#window = buffer;
    this.#start = start;
    this.#at = 0;
  }

  /** Steps over bytes without reading them. */
  skip(count: number, field: string): void {
    this.#check(count, field);
    this.#at += count;
  }

  moveTo(offset: number): void {
    this.#at = offset - this.#start;
    if (this.#at < 0) {
      this.#window = Buffer.alloc(0);
      this.#start = offset;
      this.#at = 0;
    }
  }

  async unsigned32(field: string): Promise<number> {
    await this.ensure(4, field);
    const value = this.#window.readUInt32LE(this.#at);
    this.#at += 4;
    return value;
  }

  /** The next `count` bytes; a view that the next read may replace. */
  async bytes(count: number, field: string): Promise<Buffer> {
    await this.ensure(count, field);
    const view = this.#window.subarray(this.#at, this.#at + count);
    this.#at += count;
    return view;
  }

  /** An unsigned 64-bit size or count, refused above `most`. */
  async size64(field: string, most: number): Promise<number> {
    await this.ensure(8, field);
    return this.#size64(field, most);
  }

  /**
   * Steps over `count` strings (each a 64-bit length and its bytes) and notes the file offset of every
   * `stride`-th, so that one of them can be read later.
   */
  async skipStrings(count: number, stride: number, field: string): Promise<readonly number[]> {
    const offsets: number[] = [];
    for (let index = 0; index < count; index++) {
      if (index % stride === 0) offsets.push(this.offset);
      // Awaiting each of 150,000 tokens would cost more than reading them.
      if (this.#at + 8 > this.#window.length) await this.ensure(8, `${field}[${index}]`);
      const length = this.#window.readUInt32LE(this.#at) + this.#window.readUInt32LE(this.#at + 4) * 2 ** 32;
      if (length > limits.stringBytes) this.#size64(`length of ${field}[${index}]`, limits.stringBytes);
      this.#at += 8 + length;
      if (this.#at > this.#window.length) {
        this.#at -= length;
        this.skip(length, `${field}[${index}]`);
      }
    }
    return offsets;
  }

  #size64(field: string, most: number): number {
    const value = this.#window.readBigUInt64LE(this.#at);
    if (value > BigInt(most)) {
      rejectHostile(this.file, field, `${value}, and no sound file has more than ${most}`);
    }
    this.#at += 8;
    return Number(value);
  }

  #check(count: number, field: string): void {
    const end = this.offset + count;
    if (end > this.size) rejectCutOff(this.file, end - this.size, field);
    if (end > limits.headerBytes) {
      reject('gguf_hostile', `${this.file} has a header of more than ${limits.headerBytes} bytes.`, {
        next: 'Get the file again from a source that you trust; no known model has a header of that size.',
        where: { file: this.file, field },
      });
    }
  }
}
