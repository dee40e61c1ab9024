import { crc32 } from 'node:zlib';

const SIGNATURE_LENGTH = 8;
/** Keyword, no compression, no language. */
const HEADER = Buffer.from('Description\0\0\0\0\0', 'latin1');

/** A PNG that says in words what it shows, in a chunk `iTXt`. */
export function withText(png: Buffer, text: string): Buffer {
  const data = Buffer.concat([Buffer.from('iTXt', 'latin1'), HEADER, Buffer.from(text)]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length - 4);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(data));
  const end = png.length - 12;
  return Buffer.concat([png.subarray(0, end), length, data, checksum, png.subarray(end)]);
}

/** What {@link withText} wrote into a PNG. */
export function textOf(png: Buffer): string | undefined {
  for (let at = SIGNATURE_LENGTH; at < png.length;) {
    const length = png.readUInt32BE(at);
    const data = png.subarray(at + 8, at + 8 + length);
    const type = png.toString('latin1', at + 4, at + 8);
    if (type === 'iTXt') return data.subarray(HEADER.length).toString();
    at += length + 12;
  }
  return undefined;
}
