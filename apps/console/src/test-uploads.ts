import { beforeEach, vi } from 'vitest';
import type { Reply } from './test-screens.tsx';

export type Sent = { path: string; fields: Record<string, string[]> };
type Answer = (sent: Sent) => Reply | undefined;

/** Stubs what files travel by: an answer of undefined leaves the upload on its way, half of it sent. */
export function stubUploads() {
  const uploads = { sent: [] as Sent[], answer: (() => undefined) as Answer };
  class StubRequest {
    upload = new EventTarget();
    status = 0;
    responseText = '';
    #path = '';
    #events = new EventTarget();
    addEventListener(type: string, listener: EventListener) {
      this.#events.addEventListener(type, listener);
    }
    open(_method: string, path: string) {
      this.#path = path;
    }
    // The browser writes the type of a form itself, with its boundary; one that is set by hand cannot be read.
    setRequestHeader(name: string) {
      if (name.toLowerCase() === 'content-type') throw new Error(`${this.#path}: the type of a form is the browser's to set`);
    }
    getResponseHeader() {
      return null;
    }
    abort() {
      this.#events.dispatchEvent(new Event('abort'));
    }
    send(form: FormData) {
      const fields: Record<string, string[]> = {};
      for (const [name, value] of form) fields[name] = [...(fields[name] ?? []), typeof value === 'string' ? value : value.name];
      const sent = { path: this.#path, fields };
      uploads.sent.push(sent);
      this.upload.dispatchEvent(new ProgressEvent('progress', { lengthComputable: true, loaded: 1, total: 2 }));
      const reply = uploads.answer(sent);
      if (!reply) return;
      this.status = reply.status ? 200 : 422;
      this.responseText = JSON.stringify(reply);
      this.#events.dispatchEvent(new Event('load'));
    }
  }
  beforeEach(() => {
    uploads.sent = [];
    uploads.answer = () => undefined;
    vi.stubGlobal('XMLHttpRequest', StubRequest);
  });
  return uploads;
}
