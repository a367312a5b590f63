import { formReaders } from '@parley/contract';
import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { refuseHidden, requireLogin } from '../features/shell/guards.ts';

/** The designer of a form, without menu and bar (DESIGN-003). */
export const Route = createFileRoute('/designer/forms/$formId')({
  staticData: { title: 'screen.formDesigner' },
  beforeLoad: async (match) => {
    const known = await requireLogin(match);
    refuseHidden(known.me, { path: '/designer/forms', permissions: formReaders });
    return known;
  },
  component: lazyRouteComponent(() => import('../features/journey/designer/form-designer-page.tsx'), 'FormDesignerPage'),
});
