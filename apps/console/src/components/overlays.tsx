import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { getOpenedDialog, subscribeDialog } from '../lib/dialogs.ts';

const AppDialogHost = lazy(() => import('./app-dialog.tsx').then((module) => ({ default: module.AppDialogHost })));
const Toaster = lazy(() => import('./toaster.tsx').then((module) => ({ default: module.Toaster })));

/** Toasts and the shared dialog. Their code comes after the first screen, which needs neither. */
export function Overlays() {
  const dialog = useSyncExternalStore(subscribeDialog, getOpenedDialog);
  const [wasOpened, setWasOpened] = useState(false);
  // Once there it stays, or it would be gone before it could fade and give the focus back.
  useEffect(() => {
    if (dialog) setWasOpened(true);
  }, [dialog]);
  return (
    <Suspense>
      <Toaster />
      {dialog || wasOpened ? <AppDialogHost /> : null}
    </Suspense>
  );
}
