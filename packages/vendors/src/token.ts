import type { VendorError } from '@parley/contract';
import { classify, type ErrorFamily } from './errors.ts';
import { type Exchange, exchange, isOk } from './http.ts';
import { asNumber, asText, dig } from './json.ts';
import type { VendorIo, WireRequest } from './types.ts';

/** The vendor gave no token; caught where it was wanted. */
class TokenRefused extends Error {
  readonly error: VendorError;
  constructor(error: VendorError) {
    super(error.vendorMessage);
    this.error = error;
  }
}

export type TokenSource = {
  key: string;
  request: WireRequest;
  family: ErrorFamily;
  /** Field of the answer that holds it; its life in seconds where the answer has no `expires_in` */
  field: string;
  lifeSeconds: number;
};

/** One call with a shared token, which is renewed once when the vendor says 401. */
export async function exchangeWithToken(io: VendorIo, source: TokenSource, build: (token: string) => WireRequest): Promise<Exchange> {
  const make = async () => {
    const answer = await exchange(io, source.request);
    if (answer.kind !== 'answer')
      throw new TokenRefused(answer.error.class === 'UNKNOWN_OUTCOME' ? { ...answer.error, class: 'TRANSIENT' } : answer.error);
    const value = asText(dig(answer.json, source.field));
    if (!isOk(answer) || value === '') {
      // A refused login is AUTH, whatever status the vendor gives it; a fault of the vendor's stays one.
      const httpStatus = answer.status >= 500 || answer.status === 429 ? answer.status : 401;
      throw new TokenRefused(classify(source.family, { code: '', message: answer.text.slice(0, 200) || 'No token came.', httpStatus }));
    }
    return { value, expiresInSeconds: asNumber(dig(answer.json, 'expires_in')) || source.lifeSeconds };
  };
  try {
    const first = await exchange(io, build(await io.token(source.key, make)));
    if (first.kind !== 'answer' || first.status !== 401) return first;
    return await exchange(io, build(await io.token(source.key, make, true)));
  } catch (error) {
    if (error instanceof TokenRefused) return { kind: 'failed', error: error.error };
    throw error;
  }
}
