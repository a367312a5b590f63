import { type ApiClient, ApiError, createClient } from '@parley/client';
import { designerAccessHeader } from '@parley/contract/journey/journey-kinds';
import { type Document, type Finding, readDocument, TestCase } from '@parley/journey';
import { type DesignerApi, Held, Offline, RevisionConflict, SessionOut } from '../api.ts';
import { inOwnWords } from './refusal.ts';

/** Of a document that this designer cannot read, such as one of a newer format. */
export class FormatError extends Error {}

function readKnown(given: unknown): Document {
  const read = readDocument(given);
  if ('document' in read) return read.document;
  throw new FormatError(read.faults[0]?.text ?? '');
}

/** Answers of whatever stands before the server: it is there again soon. */
const awayStatuses = new Set([502, 503, 504]);

/** What a refusal means here. */
function meaningOf(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  if (error.endsSession) return new SessionOut(error.message, { cause: error });
  if (error.code === 'network' || awayStatuses.has(error.httpStatus)) return new Offline(error.message, { cause: error });
  if (error.code === 'journey.revision') return new RevisionConflict(Number(error.data.revision), readKnown(error.data.document));
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
      throw meaningOf(error);
    }
  };
  return {
    async draft() {
      const draft = await ask((journeys, params) => journeys.draft({ params }));
      return { ...draft, document: readKnown(draft.document) };
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
        throw meaningOf(error);
      }
    },
    check: async () => (await ask((journeys, params) => journeys.check({ params }))).findings as Finding[],
    refs: async (kind, search, within = '') =>
      (await ask((journeys, params) => journeys.refs({ params, query: { kind, search, within } }))).refs,
    inside: async () =>
      (await ask((journeys, params) => journeys.inside({ params }))).streams.map(({ id, name, document }) => ({
        id,
        name,
        document: readKnown(document),
      })),
    tests: async () =>
      (await ask((journeys, params) => journeys.tests({ params }))).tests.map(({ id, test }) => ({ id, test: TestCase.parse(test) })),
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
    version: async (version) => readKnown((await ask((journeys, params) => journeys.version({ params: { ...params, version } }))).document),
  };
}
