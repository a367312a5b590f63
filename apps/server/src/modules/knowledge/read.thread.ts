import { parentPort } from 'node:worker_threads';
import { readPageText } from './page.text.ts';
import { readPdfPages } from './pdf.text.ts';

export type ReadRequest = { kind: 'html'; html: string; url: string } | { kind: 'pdf'; bytes: Uint8Array };

/** Parsing what strangers wrote costs what they decide: it happens in a thread that can be ended, and blocks nobody. */
async function read(request: ReadRequest) {
  return request.kind === 'html' ? readPageText(request.html, request.url) : readPdfPages(request.bytes);
}

parentPort?.on('message', (request: ReadRequest) => {
  read(request).then(
    (result) => parentPort?.postMessage({ result }),
    (error: unknown) => parentPort?.postMessage({ reason: error instanceof Error ? error.message : String(error) }),
  );
});
