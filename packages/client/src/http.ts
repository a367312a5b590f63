import type { CallAnswer, CallInput, Endpoint, Envelope, endpoints } from '@parley/contract';
import { calls as firstCalls } from './calls.first.gen.ts';
import type { Call, Calls } from './calls.ts';

const uploadCall = firstCalls.files?.upload as Call & { answer: 'data' | 'response' };

/** Calls of all other nouns, once they are here. */
let restCalls: Calls | undefined;
let rest: Promise<Calls> | undefined;
/** One that did not arrive is asked for again by the next call. */
const loadRest = (): Promise<Calls> =>
  (rest ??= import('./calls.rest.gen.ts').then(
    ({ calls }) => (restCalls = calls),
    (cause: unknown) => {
      rest = undefined;
      throw Object.assign(new ApiError('network', 'Something went wrong', 0), { cause });
    },
  ));

/** Finds a call, at once where it can: one that is made as the session ends goes out before it does. */
function findCall(noun: string, name: string): Call | Promise<Call> {
  const ofNoun = firstCalls[noun] ?? restCalls?.[noun];
  return ofNoun ? (ofNoun[name] as Call) : loadRest().then((calls) => calls[noun]?.[name] as Call);
}

/** A refused call. `code` is the server's; 'network' when no answer came, 'unreadable' when it was no envelope. */
export class ApiError extends Error {
  readonly code: string;
  readonly httpStatus: number;
  readonly data: Record<string, unknown>;
  readonly requestId: string;
  constructor(code: string, message: string, httpStatus: number, data: Record<string, unknown> = {}, requestId = '') {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.httpStatus = httpStatus;
    this.data = data;
    this.requestId = requestId;
  }
  /** The session is over: a flagged reply, or a 403 that is not a refused permission (SHELL-076, SHELL-077, SHELL-080). */
  get endsSession(): boolean {
    return this.code === 'login_required' || (this.httpStatus === 403 && this.code !== '1403' && !this.code.includes('.'));
  }
}

export type ClientOptions = {
  /** '' for the page's own origin. */
  baseUrl: string;
  getToken: () => string | null;
  /** Returns the user's reason for what follows; read as each call begins that may change something. '' when they have given none. */
  getReason?: () => string;
  /** Told of every failure before the caller is. */
  /** @param token the session that the call went out in: another one may be there by now */
  onError?: (error: ApiError, token: string | null) => void;
  /** Hears the server's time of an answer, to a second. */
  onServerTime?: (at: Date) => void;
  /** Asked of a refusal before anybody is told: true makes the same call once more, as after the user has proved who they are. */
  again?: (error: ApiError) => Promise<boolean>;
  fetch?: typeof fetch;
};

export type CallOptions = { signal?: AbortSignal };
/** The header of `reasonHeader` in the contract, whose schemas the first page does without. */
const reasonHeader = 'x-reason';
type Caller<E extends Endpoint, Answer> =
  Record<string, never> extends CallInput<E>
    ? (input?: CallInput<E>, options?: CallOptions) => Promise<Answer>
    : (input: CallInput<E>, options?: CallOptions) => Promise<Answer>;
type Endpoints = typeof endpoints;
/** An answer with the server's own words beside it; '' where it is a file. */
export type ToldAnswer<T> = { answer: T; message: string };
type OwnCalls = {
  [N in keyof Endpoints]: {
    [C in keyof Endpoints[N]]: Endpoints[N][C] extends Endpoint ? Caller<Endpoints[N][C], CallAnswer<Endpoints[N][C]>> : never;
  };
};
type ToldCalls = {
  [N in keyof Endpoints]: {
    [C in keyof Endpoints[N]]: Endpoints[N][C] extends Endpoint ? Caller<Endpoints[N][C], ToldAnswer<CallAnswer<Endpoints[N][C]>>> : never;
  };
};
export type ApiClient = OwnCalls & {
  /** The same calls, for screens that show the server's words. */
  told: ToldCalls;
  /** Uploads a form with progress; fetch reports none, so this goes through XMLHttpRequest. */
  upload: (
    form: FormData,
    onProgress?: (ratio: number) => void,
    options?: UploadOptions,
  ) => Promise<CallAnswer<typeof endpoints.files.upload>>;
  /** Sends a form with its files, with progress, to a call that answers in `data`. @param path with its parameters filled in */
  sendForm: <T>(path: string, form: FormData, options?: FormOptions) => Promise<ToldAnswer<T>>;
};

export type FormOptions = CallOptions & {
  /** 0 to 1, as the bytes leave. */
  onProgress?: ((ratio: number) => void) | undefined;
  method?: 'POST' | 'PUT';
};

/**
 * `path`: of another call that takes a file and answers like the drive; `answer`: where its envelope holds the answer, when that is not where
 * the drive's does. An aborted upload rejects with the signal's reason.
 */
export type UploadOptions = CallOptions & { path?: string; answer?: 'data' | 'response' };

type AnyInput = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };

function toAddress(endpoint: Call, input: AnyInput, baseUrl: string): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input.params?.[name] ?? '')));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value === undefined || value === null) continue;
    for (const item of Array.isArray(value) ? value : [value]) query.append(name, String(item));
  }
  const text = query.toString();
  return `${baseUrl}${path}${text ? `?${text}` : ''}`;
}

const isFlat = (body: object) =>
  Object.values(body).every((value) => value === undefined || ['string', 'number', 'boolean'].includes(typeof value));

/** Form encoding is the default for bodies that it can carry; nested ones travel as JSON (SHELL-066, SHELL-069, SHELL-075). */
function toBody(body: unknown): { text: string; type: string } | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body === 'object' && isFlat(body)) {
    const form = new URLSearchParams();
    for (const [name, value] of Object.entries(body)) if (value !== undefined) form.append(name, String(value));
    return { text: form.toString(), type: 'application/x-www-form-urlencoded' };
  }
  return { text: JSON.stringify(body), type: 'application/json' };
}

function toAnswer(endpoint: Call, envelope: Envelope<unknown>, httpStatus: number, requestId: string): ToldAnswer<unknown> {
  if (envelope.status) {
    // Some calls of the bot builder have it a level deeper.
    const message = typeof envelope.message === 'string' ? envelope.message : (envelope.message?.message ?? '');
    return { answer: endpoint.answer === 'response' ? envelope.response : envelope.data, message };
  }
  throw new ApiError(envelope.code, envelope.message, httpStatus, envelope.data, envelope.requestId ?? requestId);
}

async function call(
  options: ClientOptions,
  endpoint: Call,
  input: AnyInput = {},
  { signal, reason = '' }: CallOptions & { reason?: string } = {},
): Promise<ToldAnswer<unknown>> {
  const headers: Record<string, string> = reason === '' ? {} : { [reasonHeader]: encodeURIComponent(reason) };
  const token = options.getToken();
  if (token) headers['authentication-token'] = token;
  const body = toBody(input.body);
  if (body) headers['content-type'] = body.type;
  let response: Response;
  try {
    response = await (options.fetch ?? fetch)(toAddress(endpoint, input, options.baseUrl), {
      method: endpoint.method,
      headers,
      ...(body ? { body: body.text } : {}),
      ...(signal ? { signal } : {}),
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw Object.assign(new ApiError('network', 'Something went wrong', 0), { cause });
  }
  const servedAt = response.headers.get('date');
  if (servedAt) options.onServerTime?.(new Date(servedAt));
  const requestId = response.headers.get('x-request-id') ?? '';
  if (endpoint.answer === 'file') {
    const type = response.headers.get('content-type') ?? '';
    const answer: unknown = type.includes('json')
      ? await response.json()
      : /pdf|zip/.test(type)
        ? await response.blob()
        : await response.text();
    if (response.ok) return { answer, message: '' };
    // A file's call is refused in an envelope too.
    if (typeof answer === 'object' && answer !== null && 'code' in answer)
      return toAnswer(endpoint, answer as Envelope<unknown>, response.status, requestId);
  } else {
    let envelope: Envelope<unknown>;
    try {
      envelope = (await response.json()) as Envelope<unknown>;
    } catch {
      throw new ApiError('unreadable', 'Something went wrong', response.status, {}, requestId);
    }
    return toAnswer(endpoint, envelope, response.status, requestId);
  }
  throw new ApiError('unreadable', 'Something went wrong', response.status, {}, requestId);
}

type Sent = FormOptions & { answer: 'data' | 'response'; reason: string; failure: string };

/** fetch reports no progress, so forms with files go through XMLHttpRequest. @param failure what is said where no envelope came */
function sendForm(
  options: ClientOptions,
  path: string,
  form: FormData,
  { onProgress, signal, answer, reason, failure, method = 'POST' }: Sent,
): Promise<ToldAnswer<unknown>> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.addEventListener('abort', () => reject(signal?.reason as Error));
    request.open(method, `${options.baseUrl}${path}`);
    const token = options.getToken();
    if (token) request.setRequestHeader('authentication-token', token);
    if (reason !== '') request.setRequestHeader(reasonHeader, encodeURIComponent(reason));
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    });
    request.addEventListener('error', () => reject(new ApiError('network', failure, 0)));
    request.addEventListener('load', () => {
      const requestId = request.getResponseHeader('x-request-id') ?? '';
      try {
        const envelope = JSON.parse(request.responseText) as Envelope<unknown>;
        resolve(toAnswer({ ...uploadCall, answer }, envelope, request.status, requestId));
      } catch (error) {
        reject(error instanceof ApiError ? error : new ApiError('unreadable', failure, request.status, {}, requestId));
      }
    });
    request.send(form);
  });
}

const uploadFailure = 'Something bad happened. Please try again later.';

/** Makes what is read of an object when it is first read. @param known stands as it is */
function lazily<T>(make: (name: string) => T, known: object = {}): object {
  return new Proxy(known, {
    get(target: Record<string, unknown>, name) {
      // No promise waits for an object of calls.
      if (typeof name !== 'string' || name === 'then') return undefined;
      target[name] ??= make(name);
      return target[name];
    },
  });
}

/** Makes a function for every call. */
const makeCalls = (
  make: (noun: string, name: string, input?: AnyInput, options?: CallOptions) => Promise<unknown>,
  known?: object,
): object => lazily((noun) => lazily((name) => (input?: AnyInput, options?: CallOptions) => make(noun, name, input, options)), known);

/** A function for every call of the contract: `client.chats.get({ params: { chatId } })`. */
export function createClient(options: ClientOptions): ApiClient {
  // It is there when a screen asks for data. Whoever needs it hears of a failure.
  loadRest().catch(() => undefined);
  const told = (error: unknown, token: string | null) => {
    if (error instanceof ApiError) options.onError?.(error, token);
    return error;
  };
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    const token = options.getToken();
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ApiError) || !(await options.again?.(error))) throw told(error, token);
    }
    try {
      return await work();
    } catch (error) {
      throw told(error, token);
    }
  };
  const makeCall = (noun: string, name: string, input?: AnyInput, callOptions?: CallOptions) => {
    // Asked once, as the call is made: one that is made again after a proof has the same reason.
    const reason = options.getReason?.() ?? '';
    return guarded(async () => {
      const found = findCall(noun, name);
      const endpoint = found instanceof Promise ? await found : found;
      return call(options, endpoint, input, { ...callOptions, reason: endpoint.method === 'GET' ? '' : reason });
    });
  };
  const send = (path: string, form: FormData, sent: Omit<Sent, 'reason'>) => {
    const reason = options.getReason?.() ?? '';
    return guarded(() => sendForm(options, path, form, { ...sent, reason }));
  };
  const forms = {
    told: makeCalls(makeCall),
    async upload(
      form: FormData,
      onProgress?: (ratio: number) => void,
      { path = uploadCall.path, answer = uploadCall.answer, signal }: UploadOptions = {},
    ) {
      const sent = await send(path, form, { onProgress, answer, failure: uploadFailure, ...(signal ? { signal } : {}) });
      return sent.answer;
    },
    sendForm: (path: string, form: FormData, formOptions?: FormOptions) =>
      send(path, form, { ...formOptions, answer: 'data', failure: 'Something went wrong' }),
  };
  return makeCalls(async (...given) => (await makeCall(...given)).answer, forms) as ApiClient;
}
