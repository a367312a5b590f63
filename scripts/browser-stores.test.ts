import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const sources = ['apps/console', 'apps/designer', 'apps/widget', 'packages/ui', 'packages/client'];

/** Every way in which a page keeps something beyond itself, the kit's and the router's included. */
const store =
  /\b(localStorage|sessionStorage|indexedDB|cookieStore|caches\.|document\.cookie|serviceWorker\.register|storage\.(persist|getDirectory)|use(Local|Session)Storage|scrollRestoration: true|defaultColorScheme|createStorage\(|ownStore\(|getOwnStore\(|useOwnChoice)/;

/**
 * Entries that each file keeps in a browser store; [] marks files that pass on entries of others. A new line here wants a row in
 * docs/SECURITY.md.
 */
const keeps: Record<string, readonly string[]> = {
  'apps/console/index.html': ['mantine-color-scheme-value'],
  'apps/console/src/app.tsx': ['mantine-color-scheme-value'],
  'apps/console/src/components/job-list.tsx': ['own:…:phone-book.dismissed', 'own:…:stream-monitor.hidden'],
  'apps/console/src/features/account/shared/push.ts': ['push-of', 'push-worker.js'],
  'apps/console/src/features/account/shared/sso-departure.ts': ['sso-state'],
  'apps/console/src/features/chat/chat/assist-strip.tsx': ['own:…:assist', 'own:…:assist-useful'],
  'apps/console/src/features/chat/chat/assist-taken.ts': [],
  'apps/console/src/features/chat/chat/composer.tsx': [],
  'apps/console/src/features/chat/chat/conversation-page.tsx': ['own:…:compact-chats'],
  'apps/console/src/features/chat/chat/draft-sync.ts': ['own:…:typed:chat-draft-known:{chat}', 'own:…:typed:chat-draft-lost:{chat}'],
  'apps/console/src/features/chat/chat/drafts.ts': [
    'own:…:typed:chat-draft:{chat}',
    'own:…:typed:chat-draft-seen:{chat}',
    'own:…:typed:chat-draft-mail:{chat}',
  ],
  'apps/console/src/features/chat/chat/note-draft.ts': ['own:…:typed:chat-note:{chat}'],
  'apps/console/src/features/chat/chat/translate-choice.ts': ['own:…:assist-translate'],
  'apps/console/src/features/chat/chat/undo-bar.tsx': ['own:…:undo-send'],
  'apps/console/src/features/chat/chat/undo-send.ts': ['own:…:undo-send'],
  'apps/console/src/features/chat/chat/use-composer-later.tsx': [],
  'apps/console/src/features/chat/chat/use-reply.ts': [],
  'apps/console/src/features/chat/shared/outbox.ts': ['own:…:reply:{key}'],
  'apps/console/src/features/chat/shared/start-macro.ts': [],
  'apps/console/src/features/chat/waiting/chat-notification-menu.tsx': ['own:…:chat-notification-floating'],
  'apps/console/src/features/insight/dashboard/video-tile.tsx': ['own:…:dashboard-video-dismissed'],
  'apps/console/src/features/journey/designer/designer-page.tsx': [],
  'apps/console/src/features/journey/designer/form-designer-page.tsx': [],
  'apps/console/src/features/shell/app-layout.tsx': ['own:…:menu-collapsed'],
  'apps/console/src/features/shell/use-live-session.ts': [],
  'apps/console/src/lib/own-store.ts': [],
  'apps/console/src/lib/scroll-places.ts': ['scroll-places'],
  'apps/console/src/lib/session.ts': ['token'],
  'apps/console/src/lib/single-keys.ts': ['own:…:single-keys'],
  'apps/designer/index.html': ['mantine-color-scheme-value'],
  'apps/designer/src/form/editor/use-form-saving.ts': ['own:…:typed:designer-form:{form}'],
  'apps/designer/src/frame/own-store.ts': [],
  'apps/designer/src/frame/use-saving.ts': ['own:…:typed:designer:{stream}'],
  'apps/designer/src/shell.tsx': ['mantine-color-scheme-value'],
  'apps/widget/src/meet/meet-session.ts': ['parley:meet:{code}'],
  'apps/widget/src/main.ts': [
    'parley:{widget}:visitor',
    'parley:{widget}:agentRead',
    'parley:{widget}:outbox:{key}',
    'parley:{widget}:open',
    'parley:{widget}:draft',
    'parley:{widget}:form',
    'parley:{widget}:greeting',
    'parley:{widget}:dismissed',
    'parley:{widget}:user',
    'parley:{widget}:visits',
  ],
  'apps/widget/src/storage.ts': [],
  'packages/ui/src/words/i18n.ts': ['language'],
};

const isSource = (file: string) =>
  /(^|\/)(src|public)\/.*\.(ts|tsx|js|html)$|^index\.html$/.test(file) && !/\.test\.tsx?$|^src\/test-/.test(file);

test('each store in the browser is listed with what it keeps, and docs/SECURITY.md says whose it is', () => {
  const users = sources.flatMap((place) =>
    readdirSync(path.join(root, place), { recursive: true, encoding: 'utf8' })
      .map((file) => file.replaceAll(path.sep, '/'))
      .filter((file) => isSource(file) && store.test(readFileSync(path.join(root, place, file), 'utf8')))
      .map((file) => `${place}/${file}`),
  );
  expect(users.sort()).toEqual(Object.keys(keeps).sort());

  const [, section = ''] = /## What a browser keeps\n([\s\S]*?)\n## /.exec(readFileSync(path.join(root, 'docs/SECURITY.md'), 'utf8')) ?? [];
  const keyCells = section.split('\n').flatMap((line) => (line.startsWith('| ') ? [line.split('|')[2] ?? ''] : []));
  const listed = keyCells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, key = '']) => key));
  expect(listed.sort()).toEqual([...new Set(Object.values(keeps).flat())].sort());
});
