import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { DepartmentSearch, noDepartmentSearch } from '../../../features/account/department/department.search.ts';

export const Route = createFileRoute('/_frame/admin/departments')({
  staticData: { title: 'menu.departments' },
  validateSearch: DepartmentSearch,
  search: { middlewares: [stripSearchParams(noDepartmentSearch)] },
  component: lazyRouteComponent(() => import('../../../features/account/department/departments-page.tsx'), 'DepartmentsPage'),
});
