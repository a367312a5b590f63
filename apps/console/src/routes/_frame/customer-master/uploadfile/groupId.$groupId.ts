import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';

export const Route = createFileRoute('/_frame/customer-master/uploadfile/groupId/$groupId')({
  staticData: { title: 'screen.upload' },
  component: lazyRouteComponent(() => import('../../../../features/customer/csv-import/upload-page.tsx'), 'UploadPage'),
});
