import sharp from 'sharp';
import { type Drawing, draw } from './picture.draw.ts';

/** Sharp on screens that show two pixels where others show one, in the width of a mail's text. */
const density = 188;

/** The chart as a picture that every mail program shows. */
export const toPng = (drawing: Drawing): Promise<Buffer> =>
  sharp(Buffer.from(draw(drawing)), { density })
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer();
