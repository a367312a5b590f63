import { type ApiClient, ApiError, createClient } from '@parley/client';
import { designerAccessHeader } from '@parley/contract/journey/journey-kinds';
import { type FormDocument, type FormFinding, readForm } from '@parley/journey';
import { FormatError, Offline, SessionOut } from '../api.ts';
import en from '../locales/en/form.json';
import { type FormApi, FormChanged, type SavedForm } from './form-api.ts';
import { formWords } from './words.ts';

/** Answers of whatever stands before the server: it is there again soon. */
const awayStatuses = new Set([502, 503, 504]);

/** Translates a refusal into the designer's errors. */
function meaningOf(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  if (error.endsSession) return new SessionOut(error.message, { cause: error });
  if (error.code === 'network' || awayStatuses.has(error.httpStatus)) return new Offline(error.message, { cause: error });
  if (error.code === 'record.changed') return new FormChanged(error.message, String(error.data.changedBy), String(error.data.changedAt));
  return inOwnWords(error);
}

const isKnown = (key: string): key is keyof (typeof en)['refusal'] => Object.hasOwn(en.refusal, key);

/** The same refusal in the reader's language; one whose code has no words as the server said it. */
function inOwnWords(refusal: ApiError): ApiError {
  const { code, httpStatus, data, requestId } = refusal;
  const key = code.replaceAll('.', '_');
  return isKnown(key) ? new ApiError(code, formWords.refusal(key, data), httpStatus, data, requestId) : refusal;
}

function documentOf(given: unknown): FormDocument {
  const read = readForm(given);
  if ('form' in read) return read.form;
  throw new FormatError(read.faults[0]?.text ?? '');
}

type Item = { version: number; published: number; hasChanges: boolean; updatedOn: string };
const savedOf = ({ version, published, hasChanges, updatedOn }: Item): SavedForm => ({
  version,
  published,
  hasChanges,
  savedAt: updatedOn,
});

/** The server's calls for one form, by the access that the page was given: the session's token never comes here. */
export function makeFormApi(accessId: string, formId: string): FormApi {
  const client = createClient({
    baseUrl: '',
    getToken: () => null,
    fetch: (input, init) =>
      fetch(input, {
        ...init,
        credentials: 'omit',
        headers: { ...(init?.headers as Record<string, string>), [designerAccessHeader]: accessId },
      }),
  });
  const ask = async <T>(work: (forms: ApiClient['forms'], params: { formId: string }) => Promise<T>): Promise<T> => {
    try {
      return await work(client.forms, { formId });
    } catch (error) {
      throw meaningOf(error);
    }
  };
  const plain = (document: FormDocument) => document as unknown as Record<string, unknown>;
  return {
    async form() {
      const { document, readOnly, ...item } = await ask((forms, params) => forms.get({ params }));
      return { ...savedOf(item), document: documentOf(document), readOnly };
    },
    save: async (document, version) =>
      savedOf(await ask((forms) => forms.save({ body: { id: formId, name: document.name, document: plain(document), version } }))),
    saveCopy: async (document) =>
      (await ask((forms) => forms.save({ body: { copyOf: formId, name: document.name, document: plain(document) } }))).name,
    check: async () => (await ask((forms, params) => forms.check({ params }))).findings as FormFinding[],
    publish: async (note, version) => savedOf(await ask((forms, params) => forms.publish({ params, body: { note, version } }))),
    versions: async () =>
      (await ask((forms, params) => forms.versions({ params }))).versions.map(({ number, note, publishedBy, publishedOn, answered }) => ({
        number,
        note,
        by: publishedBy,
        at: publishedOn,
        answered,
      })),
    version: async (number) => documentOf((await ask((forms, params) => forms.version({ params: { ...params, number } }))).document),
    refs: async (kind, search) =>
      (await ask((forms, params) => forms.refs({ params, query: { kind, search } }))).refs.map((ref) => ({ ...ref, extra: {} })),
    async renew() {
      try {
        await client.designer.renew({ body: {} });
      } catch (error) {
        throw meaningOf(error);
      }
    },
  };
}
