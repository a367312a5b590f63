import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { noUserSearch, UserSearch } from '../../../features/account/user/user.search.ts';

export const Route = createFileRoute('/_frame/admin/users')({
  staticData: { title: 'menu.users' },
  validateSearch: UserSearch,
  search: { middlewares: [stripSearchParams(noUserSearch)] },
  component: lazyRouteComponent(() => import('../../../features/account/user/users-page.tsx'), 'UsersPage'),
});
