import type { AnySchema } from './endpoint.ts';
import { z } from './z.ts';

/** Success code of every answer; compared as a string (decisions 5). */
export const successCode = '100';

/** A success that still tells something apart has another number, such as an intent whose name was taken. */
const SuccessCode = z.string().regex(/^\d+$/);

/** Answer of every call. `response` carries the answer where the specification reads that key, `data` everywhere else. */
export const dataEnvelope = <T extends AnySchema>(data: T) =>
  z.object({ status: z.literal(true), code: SuccessCode, message: z.string(), data });

export const responseEnvelope = <T extends AnySchema>(response: T) =>
  z.object({ status: z.literal(true), code: SuccessCode, message: z.string(), data: z.null(), response });

export const nestedEnvelope = <T extends AnySchema>(response: T) =>
  responseEnvelope(response).extend({ message: z.object({ message: z.string() }) });

export const ErrorEnvelope = z
  .object({
    status: z.literal(false),
    code: z.string(),
    message: z.string(),
    data: z.record(z.string(), z.unknown()),
    /** Faults of a refused entity, as the specification reads them: beside the message (ENTITY-050). */
    errors: z.array(z.string()).optional(),
    login_required: z.literal(true).optional(),
    requestId: z.string().optional(),
  })
  .meta({ id: 'ErrorEnvelope' });
export type ErrorEnvelope = z.infer<typeof ErrorEnvelope>;

/** @property message of an answer lies a level deeper in `nestedEnvelope` */
export type Envelope<T> = { status: true; code: string; message: string | { message: string }; data: T; response?: T } | ErrorEnvelope;
