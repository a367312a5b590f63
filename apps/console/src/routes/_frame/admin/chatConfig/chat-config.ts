import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { noSettingsSearch, SettingsSearch } from '../../../../features/chat/settings/settings.search.ts';

export const Route = createFileRoute('/_frame/admin/chatConfig/chat-config')({
  staticData: { title: 'menu.chatConfig' },
  validateSearch: SettingsSearch,
  search: { middlewares: [stripSearchParams(noSettingsSearch)] },
  component: lazyRouteComponent(() => import('../../../../features/chat/settings/settings-page.tsx'), 'SettingsPage'),
});
