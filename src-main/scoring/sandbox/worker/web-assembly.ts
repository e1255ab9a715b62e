/** What is used of WebAssembly: Node has it, the types of Node do not. */

export interface WebAssemblyMemory {
  readonly buffer: ArrayBuffer;
  /** By so many pages of 64 KiB; gives how many there were. Throws a RangeError where there are no more. */
  grow(pages: number): number;
}

interface WebAssemblyObject {
  compile(bytes: Uint8Array): Promise<object>;
  readonly Memory: { readonly prototype: WebAssemblyMemory };
}

export const webAssembly = (globalThis as unknown as { readonly WebAssembly: WebAssemblyObject }).WebAssembly;
