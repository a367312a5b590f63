import { z } from '@parley/contract';

const text = z.coerce.string().default('').catch('');

/** Query parameters with which the provider's dialog is opened and comes back. */
export const SignupSearch = z.object({ code: text, state: text, error: text });
export type SignupSearch = z.infer<typeof SignupSearch>;
