import { type ApiClient, ApiError, createClient } from '@parley/client';
import { designerAccessHeader } from '@parley/contract/journey/journey-kinds';
import { type Document, documentFormat, type Finding, type FormDocument, formatVersion } from '@parley/journey';
import { type DesignerApi, FormatError, Held, Offline, RevisionConflict, SessionOut } from '../api.ts';
import { knownTypes } from '../nodes/catalogue.ts';
import { designerWords } from '../words.ts';
import { inOwnWords } from './refusal.ts';

/** Loads the reader with the schemas of streams, which the first view does without. */
const fetchReading = () => import('./read-known.ts');

/**
 * The draft as the server has read it by the schema: here only what a server that was renewed meanwhile may have otherwise is looked at, since
 * the schemas arrive after the first sight.
 */
function readServed(given: Record<string, unknown>): Document {
  const document = given as unknown as Document;
  const { format, formatVersion: version, nodes } = document;
  if (format === documentFormat && version <= formatVersion && nodes.every(({ type }) => knownTypes.includes(type))) return document;
  throw new FormatError(designerWords.session('newer'));
}

/** Answers of whatever stands before the server: it is there again soon. */
const awayStatuses = new Set([502, 503, 504]);

/** Translates a refusal into the designer's errors. */
async function meaningOf(error: unknown): Promise<unknown> {
  if (!(error instanceof ApiError)) return error;
  if (error.endsSession) return new SessionOut(error.message, { cause: error });
  if (error.code === 'network' || awayStatuses.has(error.httpStatus)) return new Offline(error.message, { cause: error });
  if (error.code === 'journey.revision')
    return new RevisionConflict(Number(error.data.revision), (await fetchReading()).readKnown(error.data.document));
  if (error.code === 'journey.held') return new Held(error.message, { cause: error });
  return inOwnWords(error);
}

/** The server's calls for one document, by the access that the page was given: the session's token never comes here. */
export function makeHttpApi(accessId: string, journeyId: string): DesignerApi {
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
  const ask = async <T>(work: (journeys: ApiClient['journeys'], params: { journeyId: string }) => Promise<T>): Promise<T> => {
    try {
      return await work(client.journeys, { journeyId });
    } catch (error) {
      throw await meaningOf(error);
    }
  };
  return {
    async draft() {
      const draft = await ask((journeys, params) => journeys.draft({ params }));
      return { ...draft, document: readServed(draft.document) };
    },
    edit: (baseRevision, operations) =>
      ask((journeys, params) =>
        journeys.edits({ params, body: { baseRevision, operations: [...operations] as Record<string, unknown>[] } }),
      ),
    lease: (takeOver) => ask((journeys, params) => journeys.lease({ params, body: { takeOver } })),
    release: async () => void (await ask((journeys, params) => journeys.release({ params }))),
    async renew() {
      try {
        await client.designer.renew({ body: {} });
      } catch (error) {
        throw await meaningOf(error);
      }
    },
    check: async () => (await ask((journeys, params) => journeys.check({ params }))).findings as Finding[],
    refs: async (kind, search, within = '') =>
      (await ask((journeys, params) => journeys.refs({ params, query: { kind, search, within } }))).refs,
    async inside() {
      const [{ streams, forms, hours }, { readKnown }] = await Promise.all([
        ask((journeys, params) => journeys.inside({ params })),
        fetchReading(),
      ]);
      return {
        streams: streams.map(({ id, name, document }) => ({ id, name, document: readKnown(document) })),
        // A version was read when it was published, and never changes.
        forms: forms.map(({ id, document }) => ({ id, document: document as unknown as FormDocument })),
        hours,
      };
    },
    async tests() {
      const [{ tests }, { readTest }] = await Promise.all([ask((journeys, params) => journeys.tests({ params })), fetchReading()]);
      return tests.map(({ id, test }) => ({ id, test: readTest(test) }));
    },
    saveTest: async (test) =>
      void (await ask((journeys, params) =>
        journeys.saveTest({ params: { ...params, testId: test.id }, body: { test: test as Record<string, unknown> } }),
      )),
    removeTest: async (testId) => void (await ask((journeys, params) => journeys.removeTest({ params: { ...params, testId } }))),
    versions: async () =>
      (await ask((journeys, params) => journeys.versions({ params }))).versions.map(({ version, note, by, at }) => ({
        version,
        note,
        by,
        at,
      })),
    async drawn(version) {
      try {
        const { document } = await client.streamReports.version({ params: { journeyId, version } });
        return readServed(document);
      } catch (error) {
        throw await meaningOf(error);
      }
    },
    async version(version) {
      const [{ document }, { readKnown }] = await Promise.all([
        ask((journeys, params) => journeys.version({ params: { ...params, version } })),
        fetchReading(),
      ]);
      return readKnown(document);
    },
  };
}
