import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { FormSearch, noFormSearch } from '../../../../features/journey/form/form.search.ts';

export const Route = createFileRoute('/_frame/encaps/forms/$formId')({
  staticData: { title: 'menu.forms' },
  validateSearch: FormSearch,
  search: { middlewares: [stripSearchParams(noFormSearch)] },
  component: lazyRouteComponent(() => import('../../../../features/journey/form/form-page.tsx'), 'FormPage'),
});
