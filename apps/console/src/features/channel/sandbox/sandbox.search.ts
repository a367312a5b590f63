import { z } from '@parley/contract';

/** An address may read as a number; what is absent is empty. */
const words = (max: number) => z.preprocess((value) => String(value ?? '').slice(0, max), z.string());

/** The open phone, and the search of the list. */
export const SandboxSearch = z.object({
  phone: words(255),
  search: words(100),
});
export type SandboxSearch = z.infer<typeof SandboxSearch>;
export const noSandboxSearch: SandboxSearch = { phone: '', search: '' };
