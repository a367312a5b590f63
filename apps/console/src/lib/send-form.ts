import { ApiError } from '@parley/client';
import type { Envelope } from '@parley/contract';
import { commonWords } from '../locales/common.ts';
import { handleApiError } from './api.ts';
import { getToken } from './session.ts';

export type SendOptions = {
  /** 0 to 1, as the bytes leave. */
  onProgress?: (ratio: number) => void;
  signal?: AbortSignal;
};

/**
 * Sends a form with its files to a call that answers in `data`, where the client's own upload reads the answer of the drive.
 * @param path with its parameters filled in
 * @returns the answer with the server's words
 * @throws ApiError; the signal's reason when it was given up
 */
export function sendForm<T>(path: string, form: FormData, { onProgress, signal }: SendOptions = {}) {
  return new Promise<{ answer: T; message: string }>((resolve, reject) => {
    signal?.throwIfAborted();
    const refuse = (error: ApiError) => {
      handleApiError(error);
      reject(error);
    };
    const request = new XMLHttpRequest();
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.addEventListener('abort', () => reject(signal?.reason as Error));
    request.addEventListener('error', () => refuse(new ApiError('network', commonWords.ui('somethingWentWrong'), 0)));
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress?.(loaded / total);
    });
    request.addEventListener('load', () => {
      const envelope = readEnvelope<T>(request.responseText);
      const requestId = request.getResponseHeader('x-request-id') ?? '';
      if (!envelope) refuse(new ApiError('unreadable', commonWords.ui('somethingWentWrong'), request.status, {}, requestId));
      else if (envelope.status) resolve({ answer: envelope.data as T, message: envelope.message });
      else refuse(new ApiError(envelope.code, envelope.message, request.status, envelope.data, envelope.requestId ?? requestId));
    });
    request.open('POST', path);
    const token = getToken();
    if (token) request.setRequestHeader('authentication-token', token);
    request.send(form);
  });
}

function readEnvelope<T>(text: string): Envelope<T> | undefined {
  try {
    return JSON.parse(text) as Envelope<T>;
  } catch {
    return undefined;
  }
}
