import type { SimAnswer } from '../family.ts';

/** The status and title that Meta gives a code; a code that is not listed comes as a plain refusal. */
const known: Readonly<Record<string, readonly [status: number, title: string]>> = {
  '0': [401, 'AuthException'],
  '1': [500, 'API Unknown'],
  '2': [503, 'API Service'],
  '4': [429, 'Application request limit reached'],
  '10': [403, 'Application does not have permission for this action'],
  '100': [400, 'Invalid parameter'],
  '190': [401, 'Error validating access token'],
  '200': [403, 'Permissions error'],
  '368': [403, 'Temporarily blocked for policies violations'],
  '500': [500, 'Service unavailable'],
  '803': [404, 'Some of the aliases you requested do not exist'],
  '130429': [429, 'Rate limit hit'],
  '131000': [500, 'Something went wrong'],
  '131016': [503, 'Service unavailable'],
  '131021': [400, 'Recipient cannot be sender'],
  '131026': [400, 'Message undeliverable'],
  '131031': [403, 'Business Account locked'],
  '131042': [400, 'Business eligibility payment issue'],
  '131047': [400, 'Re-engagement message'],
  '131048': [429, 'Spam rate limit hit'],
  '131049': [400, 'This message was not delivered to maintain healthy ecosystem engagement'],
  '131050': [400, 'User has stopped receiving marketing messages'],
  '131053': [400, 'Media upload error'],
  '131056': [429, 'Pair rate limit hit'],
  '132000': [400, 'Number of parameters does not match the expected number of params'],
  '132001': [404, 'Template name does not exist in the translation'],
  '132005': [400, 'Translated text too long'],
  '132012': [400, 'Parameter format does not match format in the created template'],
  '132015': [400, 'Template is paused'],
  '132016': [400, 'Template is disabled'],
  '132018': [400, "There's an issue with the parameters in your template"],
  '132068': [400, 'Flow is blocked'],
  '132069': [400, 'Flow is throttled'],
  '139000': [400, 'Blocked by Integrity'],
  '139002': [400, 'Publishing failed'],
};

export const titleOf = (code: string): string => known[code]?.[1] ?? 'Message failed';

export class GraphRefusal extends Error {
  readonly code: string;
  constructor(code: string, details: string) {
    super(details);
    this.code = code;
  }
}

export function graphRefusal(
  code: string,
  details = '',
  status = known[code]?.[0] ?? (/^5\d\d$/.test(code) ? Number(code) : 400),
): SimAnswer {
  return {
    status,
    json: {
      error: {
        message: `(#${code}) ${titleOf(code)}`,
        type: 'OAuthException',
        code: Number(code) || 1,
        error_data: { messaging_product: 'whatsapp', details },
        fbtrace_id: 'Asimulator',
      },
    },
  };
}
