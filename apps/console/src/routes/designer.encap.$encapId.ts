import { screens } from '@parley/contract';
import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { DesignerSearch } from '../features/journey/designer/designer.search.ts';
import { refuseHidden, requireLogin } from '../features/shell/guards.ts';

/** The designer of an encap, without menu and bar (DESIGN-001). */
export const Route = createFileRoute('/designer/encap/$encapId')({
  staticData: { title: 'screen.designer' },
  validateSearch: DesignerSearch,
  beforeLoad: async (match) => {
    const known = await requireLogin(match);
    refuseHidden(known.me, screens.encaps);
    return known;
  },
  component: lazyRouteComponent(() => import('../features/journey/designer/designer-page.tsx'), 'EncapDesignerPage'),
});
