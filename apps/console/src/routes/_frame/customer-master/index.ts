import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { noPhoneBookSearch, PhoneBookSearch } from '../../../features/customer/phone-book/phone-book.search.ts';

export const Route = createFileRoute('/_frame/customer-master/')({
  staticData: { title: 'menu.customers' },
  validateSearch: PhoneBookSearch,
  search: { middlewares: [stripSearchParams(noPhoneBookSearch)] },
  component: lazyRouteComponent(() => import('../../../features/customer/phone-book/phone-book-page.tsx'), 'PhoneBookPage'),
});
