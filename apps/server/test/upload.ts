import sharp from 'sharp';

type Upload = [body: Buffer, options: { headers: Record<string, string> }];

/** A multipart body as a browser sends it; fields come before the file unless `isFileFirst`. */
export function upload(name: string, content: Buffer | string, fields: Record<string, string> = {}, isFileFirst = false): Upload {
  const boundary = '----parley-test-boundary';
  const parts = Object.entries(fields).map(([key, value]) =>
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`),
  );
  const file = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
  const body = Buffer.concat([...(isFileFirst ? [file, ...parts] : [...parts, file]), Buffer.from(`--${boundary}--\r\n`)]);
  return [body, { headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }];
}

export const makePng = (width = 8, height = 8): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#1f6f78' } })
    .png()
    .toBuffer();

export const pngUpload = async (name = 'picture.png'): Promise<Upload> => upload(name, await makePng());
