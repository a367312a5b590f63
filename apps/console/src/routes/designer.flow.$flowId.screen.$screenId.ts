import { formReaders } from '@parley/contract';
import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { refuseHidden, requireLogin } from '../features/shell/guards.ts';

/** The designer of a form, begun at one screen of its flow (DESIGN-004, DESIGN-005). */
export const Route = createFileRoute('/designer/flow/$flowId/screen/$screenId')({
  staticData: { title: 'screen.flowDesigner' },
  beforeLoad: async (match) => {
    const known = await requireLogin(match);
    refuseHidden(known.me, { path: '/designer/flow', permissions: formReaders });
    return known;
  },
  component: lazyRouteComponent(() => import('../features/journey/designer/form-designer-page.tsx'), 'FlowDesignerPage'),
});
