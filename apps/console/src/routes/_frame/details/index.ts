import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/_frame/details/')({
  beforeLoad: () => {
    throw redirect({ to: '/details/myprofile' });
  },
});
