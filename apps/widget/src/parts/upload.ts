import type { Attachment } from '../protocol.ts';
import type { Session } from '../session.ts';

/** fetch reports no progress, so a file goes through XMLHttpRequest. @throws Error with the server's words */
export function upload(
  { origin, widgetKey, getVisitorToken }: Pick<Session, 'origin' | 'widgetKey' | 'getVisitorToken'>,
  file: File,
  onProgress: (ratio: number) => void,
): Promise<Attachment> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `${origin}/widget/files?key=${encodeURIComponent(widgetKey)}`);
    request.setRequestHeader('visitor-token', getVisitorToken());
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    });
    request.addEventListener('error', () => reject(new Error('')));
    request.addEventListener('load', () => {
      try {
        const envelope = JSON.parse(request.responseText) as { status: boolean; message: string; data: Attachment };
        if (envelope.status) resolve(envelope.data);
        else reject(new Error(envelope.message));
      } catch {
        reject(new Error(''));
      }
    });
    const form = new FormData();
    form.append('file', file, file.name);
    request.send(form);
  });
}
