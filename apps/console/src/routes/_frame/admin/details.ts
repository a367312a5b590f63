import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { CompanySearch, noCompanySearch } from '../../../features/account/company/company.search.ts';

export const Route = createFileRoute('/_frame/admin/details')({
  staticData: { title: 'menu.companyInformation' },
  validateSearch: CompanySearch,
  search: { middlewares: [stripSearchParams(noCompanySearch)] },
  component: lazyRouteComponent(() => import('../../../features/account/company/company-page.tsx'), 'CompanyPage'),
});
