import { Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { getOpenedDialog, subscribeDialog } from '../lib/dialogs.ts';
import { late } from '../lib/late.ts';

const AppDialogHost = late(() => import('./app-dialog.tsx').then((module) => module.AppDialogHost));
const Toaster = late(() => import('./toaster.tsx').then((module) => module.Toaster));

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
