import { crc32, deflateRawSync } from 'node:zlib';

/** @property mode as Unix has it, kind of file included. @property claims the size that the zip tells, if it lies */
export type ZipEntry = { name: string; content?: Buffer | string; mode?: number; claims?: number };

/** A zip as no honest tool writes it: the given names, kinds of files and sizes stand in it as they are. */
export function rawZip(entries: readonly ZipEntry[]): Buffer {
  const packed = new Map<Buffer | string, Buffer>();
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, content = '{}', mode = 0o100644, claims } of entries) {
    const data = packed.get(content) ?? deflateRawSync(content, { level: 1 });
    packed.set(content, data);
    const path = Buffer.from(name);
    // Version, flags of names in UTF-8, deflated, no time
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x800, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(claims ?? Buffer.byteLength(content), 18);
    common.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), common, path, data]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE((mode << 16) >>> 0, 6);
    tail.writeUInt32LE(offset, 10);
    // 3: made on Unix
    central.push(Buffer.concat([Buffer.from('PK\u0001\u0002', 'latin1'), Buffer.from([20, 3]), common, tail, path]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 0, 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}
