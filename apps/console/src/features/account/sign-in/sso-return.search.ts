import { z } from '@parley/contract';

/** A provider leaves out the parameters that its answer does not have: each defaults to ''. */
const part = z.coerce.string().default('').catch('');

/** Query parameters of an OpenID Connect provider's redirect back. */
export const SsoReturnSearch = z.object({ code: part, state: part, iss: part, error: part });
