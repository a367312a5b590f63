import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { draw } from '../test-draw.tsx';
import { FileUpload } from './file-upload.tsx';

const uploaded = {
  id: '0195d2c4-7a3e-7b1a-9c55-3f2f5a6b7c8d',
  url: '/e/enterprise/files/1',
  name: 'a.pdf',
  type: 'application/pdf',
  size: 3,
};
const input = () => document.querySelector('input[type="file"]') as HTMLInputElement;

test('UPLOAD-002 UPLOAD-004 a type that is not allowed is refused and reported as failed', async () => {
  const onStatus = vi.fn();
  const send = vi.fn();
  draw(<FileUpload label="File" extensions={['pdf']} onStatus={onStatus} send={send} />);
  await userEvent.upload(input(), new File(['abc'], 'a.exe'), { applyAccept: false });
  expect(await screen.findByText('Invalid File Format !')).toBeTruthy();
  expect(onStatus).toHaveBeenCalledExactlyOnceWith({ state: 'failed', reason: 'type' });
  expect(send).not.toHaveBeenCalled();
});

test('UPLOAD-008 a document goes out as it is', async () => {
  const onStatus = vi.fn();
  draw(<FileUpload label="File" extensions={['pdf']} crop={{ aspect: 1 }} onStatus={onStatus} send={async () => uploaded} />);
  await userEvent.upload(input(), new File(['abc'], 'a.pdf', { type: 'application/pdf' }));
  await vi.waitFor(() => expect(onStatus).toHaveBeenCalledExactlyOnceWith({ state: 'done', file: uploaded }));
});

test('UPLOAD-012 progress is shown while the file is on its way', async () => {
  let finish = () => {};
  const send = (_file: File, options?: { onProgress?: (ratio: number) => void }) =>
    new Promise<typeof uploaded>((resolve) => {
      options?.onProgress?.(0.4);
      finish = () => resolve(uploaded);
    });
  draw(<FileUpload label="File" extensions={['pdf']} onStatus={() => {}} send={send} />);
  await userEvent.upload(input(), new File(['abc'], 'a.pdf', { type: 'application/pdf' }));
  expect((await screen.findByRole('progressbar')).getAttribute('aria-valuenow')).toBe('40');
  finish();
  expect(await screen.findByText('a.pdf is uploaded')).toBeTruthy();
});

test('UPLOAD-015 UPLOAD-016 a failed request is logged and passed on, without a toast', async () => {
  const onStatus = vi.fn();
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  draw(<FileUpload label="File" extensions={['pdf']} onStatus={onStatus} send={() => Promise.reject(new Error('down'))} />);
  await userEvent.upload(input(), new File(['abc'], 'a.pdf', { type: 'application/pdf' }));
  await vi.waitFor(() => expect(onStatus).toHaveBeenCalledExactlyOnceWith({ state: 'failed', reason: 'request' }));
  expect(log).toHaveBeenCalledOnce();
});
