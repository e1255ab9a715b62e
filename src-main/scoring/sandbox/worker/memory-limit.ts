/** How large the memory of an interpreter may grow. */
import { webAssembly, type WebAssemblyMemory } from './web-assembly.ts';

const page = 65_536;

/** From here on, no memory of WebAssembly in this process grows beyond so many bytes: the interpreter is told that there is no more. */
export function limitMemory(bytes: number): void {
  const { prototype } = webAssembly.Memory;
  const grow: (this: WebAssemblyMemory, pages: number) => number = Reflect.get(prototype, 'grow');
  prototype.grow = function (this: WebAssemblyMemory, pages) {
    if (this.buffer.byteLength + pages * page > bytes) throw new RangeError('the memory is limited');
    return grow.call(this, pages);
  };
}
