import { z } from '@parley/contract';

/** What a provider's answer is not, it does not name: '' each. */
const part = z.coerce.string().default('').catch('');

/** What an OpenID Connect provider sends the browser back with. */
export const SsoReturnSearch = z.object({ code: part, state: part, iss: part, error: part });
