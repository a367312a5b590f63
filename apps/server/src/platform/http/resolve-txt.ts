import { Resolver } from 'node:dns/promises';

const resolver = new Resolver({ timeout: 3000, tries: 2 });

/** The TXT records of a name, each in its parts; [] where there are none. @throws when nobody answers */
export async function resolveTxt(name: string): Promise<string[][]> {
  try {
    return await resolver.resolveTxt(name);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'ENOTFOUND' || code === 'ENODATA') return [];
    throw error;
  }
}
