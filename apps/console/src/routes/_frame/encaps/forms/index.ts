import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { FormListSearch, noFormListSearch } from '../../../../features/journey/form/form.search.ts';

export const Route = createFileRoute('/_frame/encaps/forms/')({
  staticData: { title: 'menu.forms' },
  validateSearch: FormListSearch,
  search: { middlewares: [stripSearchParams(noFormListSearch)] },
  component: lazyRouteComponent(() => import('../../../../features/journey/form/form-list-page.tsx'), 'FormListPage'),
});
