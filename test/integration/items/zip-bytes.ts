/** A ZIP writer for tests: entries stored, deflated or zstd, as inspect_ai's logs have them. */
import { crc32, deflateRawSync, zstdCompressSync } from 'node:zlib';

export type ZipMethod = 'stored' | 'deflate' | 'zstd' | 'zstd frames';

const methodNumbers: Record<ZipMethod, number> = { stored: 0, deflate: 8, zstd: 93, 'zstd frames': 93 };

export function zipBytes(entries: Readonly<Record<string, unknown>>, method: ZipMethod): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, value] of Object.entries(entries)) {
    const full = Buffer.from(JSON.stringify(value));
    const packed = pack(full, method);
    const title = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(methodNumbers[method], 4);
    common.writeUInt32LE(crc32(full), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(full.length, 18);
    common.writeUInt16LE(title.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, title, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), common, tail, title]));
    files.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, central, end]);
}

function pack(full: Buffer, method: ZipMethod): Buffer {
  if (method === 'stored') return full;
  if (method === 'deflate') return deflateRawSync(full);
  if (method === 'zstd') return zstdCompressSync(full);
  const half = Math.floor(full.length / 2);
  return Buffer.concat([zstdCompressSync(full.subarray(0, half)), zstdCompressSync(full.subarray(half))]);
}
