import { describeIssue, type ErrorData, type ErrorEnvelope, type Issue } from '@parley/contract';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { ZodError } from 'zod';
import { isDatabaseDown, isStorageFull } from '../db/database.ts';
import { DomainError, invalidRequest } from './domain-error.ts';

export type Refusal = { httpStatus: number; envelope: ErrorEnvelope; retryAfterSeconds?: number; isUnknown: boolean };

/** The specification reads the faults of an entity beside the message, each a line (ENTITY-050). */
const errorLines = (error: DomainError) => (error.data as ErrorData<'entity.invalid'>).errors.map(({ message }) => message);

const refuse = (error: DomainError, requestId: string): Refusal => {
  const retry = (error.data as { retryAfterSeconds?: number }).retryAfterSeconds;
  return {
    httpStatus: error.httpStatus,
    envelope: {
      status: false,
      code: error.code,
      message: error.message,
      data: error.data as Record<string, unknown>,
      ...(error.code === 'entity.invalid' ? { errors: errorLines(error) } : {}),
      ...(error.code === 'login_required' ? { login_required: true as const } : {}),
      requestId,
    },
    ...(retry === undefined ? {} : { retryAfterSeconds: retry }),
    isUnknown: error.code === 'server.unexpected',
  };
};

/** Every issue that a schema found. */
const readIssues = (error: ZodError) =>
  invalidRequest(...error.issues.map((issue) => ({ field: issue.path.join('.'), ...describeIssue(issue as Issue) })));

/** Errors of the multipart parser for a body that begins or ends wrongly. They have neither code nor status, only these messages. */
const brokenMultipart =
  /^(Multipart: Boundary not found|The needle cannot |Unexpected end of |Malformed part header|(Part|File) terminated early)/;

/** Translates errors of Fastify itself into ours. */
function fromFramework(error: {
  code?: string;
  statusCode?: number;
  message: string;
  limit?: number;
  retryAfterSeconds?: number;
}): DomainError | undefined {
  const { code } = error;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || code === 'FST_REQ_FILE_TOO_LARGE')
    return new DomainError('request.too_large', 'The request is too large.', { limitBytes: error.limit ?? 1_048_576 });
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || code === 'FST_INVALID_MULTIPART_CONTENT_TYPE')
    return new DomainError('request.type_unsupported', 'This content type is not supported.', {});
  if (error.statusCode === 413)
    return new DomainError('request.too_large', 'The request is too large.', { limitBytes: error.limit ?? 1_048_576 });
  if (error.statusCode === 415) return new DomainError('request.type_unsupported', 'This content type is not supported.', {});
  if (brokenMultipart.test(error.message) || code === 'ERR_STREAM_PREMATURE_CLOSE')
    return new DomainError('request.malformed', 'The request could not be read.', {
      reason: 'The body ends too early or is not multipart.',
    });
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new DomainError('request.malformed', 'The request could not be read.', { reason: error.message });
  }
  return undefined;
}

/** Turns any error into an answer, for HTTP and sockets alike. The answer to an unknown error names the request id and nothing else. */
export function toRefusal(error: unknown, requestId: string): Refusal {
  if (error instanceof DomainError) return refuse(error, requestId);
  if (hasZodFastifySchemaValidationErrors(error)) {
    return refuse(
      invalidRequest(
        ...error.validation.map(({ instancePath, keyword, message = 'not valid', params }) => ({
          field: instancePath.replace(/^\//, '').replaceAll('/', '.'),
          ...describeIssue({ ...params, code: keyword, message }),
        })),
      ),
      requestId,
    );
  }
  if (error instanceof ZodError) return refuse(readIssues(error), requestId);
  const isFull = isStorageFull(error);
  if (isFull || isDatabaseDown(error)) {
    const retryAfterSeconds = isFull ? 60 : 5;
    return refuse(
      new DomainError('server.unavailable', 'The service is briefly unavailable. Please try again.', { retryAfterSeconds }),
      requestId,
    );
  }
  const known = fromFramework(error as { message: string });
  if (known) return refuse(known, requestId);
  return { ...refuse(new DomainError('server.unexpected', 'Something went wrong', { requestId }), requestId), isUnknown: true };
}
