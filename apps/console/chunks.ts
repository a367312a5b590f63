import path from 'node:path';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { build, type Rolldown } from 'vite';

const source = path.join(import.meta.dirname, 'src');

type Chunks = Map<string, Rolldown.OutputChunk>;

/** The chunks that have to arrive before those that hold `files` can run, themselves included. */
function neededBy(files: readonly string[], chunks: Chunks): Set<Rolldown.OutputChunk> {
  const found = new Set<Rolldown.OutputChunk>();
  const follow = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || found.has(chunk)) return;
    found.add(chunk);
    for (const next of chunk.imports) follow(chunks.get(next));
  };
  for (const file of files) {
    const holder = chunks.values().find((chunk) => chunk.moduleIds.includes(path.join(source, file)));
    // A file that was moved would put its screen among those that nothing is known of.
    if (!holder) throw new Error(`chunks.ts names ${file}, which no chunk holds.`);
    follow(holder);
  }
  return found;
}

/**
 * Groups the build's modules into chunks. The bundler alone cuts shared code into some hundred chunks, and a browser that may ask for six
 * at a time waits for each round of them. Chunks made by folder would carry code that the first screen does not need. So a first pass finds
 * the modules that each screen needs, and modules needed by the same screens form a chunk.
 */
export async function groupChunks() {
  const first = (await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'error',
    // The route tree is written anew here too: this pass is the first, and would read the files of routes that are gone.
    plugins: [tanstackRouter(), react()],
    build: { write: false, target: 'baseline-widely-available' },
  })) as Rolldown.RolldownOutput;
  const chunks: Chunks = new Map(first.output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])));
  const base = neededBy(['main.tsx'], chunks);
  const frame = neededBy(['features/shell/app-layout.tsx'], chunks);
  const login = neededBy(['features/account/sign-in/account-layout.tsx', 'features/account/sign-in/login-page.tsx'], chunks);
  const toasts = neededBy(['components/toaster.tsx'], chunks);
  // Sixty icons that two screens or more show were a file each, of 250 bytes; together they are 3 kB, and the list of what each screen loads,
  // which the first page carries, is shorter by all of their names.
  const isIcons = ({ moduleIds }: Rolldown.OutputChunk) =>
    moduleIds.length > 0 && moduleIds.every((id) => id.includes('/@tabler/icons-react/'));
  const nameOf = (chunk: Rolldown.OutputChunk): string | null => {
    if (base.has(chunk)) return 'base';
    if (!frame.has(chunk)) return isIcons(chunk) && !login.has(chunk) ? 'icons' : null;
    if (login.has(chunk)) return 'fields';
    return toasts.has(chunk) ? 'toasts' : 'frame';
  };
  const names = new Map<string, string>();
  for (const chunk of chunks.values()) {
    const name = nameOf(chunk);
    if (name) for (const id of chunk.moduleIds) names.set(id, name);
  }
  return { groups: [{ name: (id: string) => names.get(id) ?? null, debugName: 'screens', includeDependenciesRecursively: false }] };
}
