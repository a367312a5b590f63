import { createRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { ErrorListSearch, noErrorListSearch, noUploadsSearch, UploadsSearch } from '../features/customer/csv-import/csv-import.search.ts';
import { noPhoneBookSearch, PhoneBookSearch } from '../features/customer/phone-book/phone-book.search.ts';
import { layoutRoute } from './frame.route.ts';

const phoneBookPage = lazyRouteComponent(() => import('../features/customer/phone-book/phone-book-page.tsx'), 'PhoneBookPage');
const customerPage = lazyRouteComponent(() => import('../features/customer/customer/customer-page.tsx'), 'CustomerPage');
const attributeListPage = lazyRouteComponent(() => import('../features/customer/attribute/attribute-list-page.tsx'), 'AttributeListPage');
const attributeFormPage = lazyRouteComponent(() => import('../features/customer/attribute/attribute-form-page.tsx'), 'AttributeFormPage');
const uploadPage = lazyRouteComponent(() => import('../features/customer/csv-import/upload-page.tsx'), 'UploadPage');

const area = createRoute({
  getParentRoute: () => layoutRoute,
  path: 'customer-master',
});
const parent = { getParentRoute: () => area };
const list = { validateSearch: PhoneBookSearch, component: phoneBookPage, staticData: { title: 'menu.customers' } } as const;

/** The customer-master area (001 section 2.3). */
export const customerMasterRoute = area.addChildren([
  createRoute({ ...parent, ...list, search: { middlewares: [stripSearchParams(noPhoneBookSearch)] }, path: '/' }),
  createRoute({ ...parent, ...list, search: { middlewares: [stripSearchParams(noPhoneBookSearch)] }, path: 'customers' }),
  createRoute({ ...parent, path: 'customers/create', component: customerPage, staticData: { title: 'screen.createContact' } }),
  createRoute({
    ...parent,
    path: 'customers/view/$customerId',
    component: customerPage,
    staticData: { title: 'screen.updateContact' },
  }),
  createRoute({ ...parent, path: 'definition', component: attributeListPage, staticData: { title: 'menu.attributes' } }),
  createRoute({ ...parent, path: 'definition/add', component: attributeFormPage, staticData: { title: 'menu.attributes' } }),
  createRoute({ ...parent, path: 'define-customer/create', component: attributeFormPage, staticData: { title: 'menu.attributes' } }),
  createRoute({ ...parent, path: 'uploadfile', component: uploadPage, staticData: { title: 'screen.upload' } }),
  createRoute({ ...parent, path: 'uploadfile/$labelId', component: uploadPage, staticData: { title: 'screen.upload' } }),
  createRoute({ ...parent, path: 'uploadfile/groupId/$groupId', component: uploadPage, staticData: { title: 'screen.upload' } }),
  createRoute({
    ...parent,
    path: 'uploads',
    validateSearch: UploadsSearch,
    search: { middlewares: [stripSearchParams(noUploadsSearch)] },
    component: lazyRouteComponent(() => import('../features/customer/csv-import/uploads-page.tsx'), 'UploadsPage'),
    staticData: { title: 'screen.myUploads' },
  }),
  createRoute({
    ...parent,
    path: 'error/$uploadId',
    validateSearch: ErrorListSearch,
    search: { middlewares: [stripSearchParams(noErrorListSearch)] },
    component: lazyRouteComponent(() => import('../features/customer/csv-import/error-list-page.tsx'), 'ErrorListPage'),
    staticData: { title: 'screen.errorList' },
  }),
]);
