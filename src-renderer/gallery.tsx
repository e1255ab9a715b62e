/** Every component at a glance, with made-up data. Built in development mode only. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { AppProvider } from './app/app-context.tsx';
import { createClient } from './client/client.ts';
import { createHttpTransport } from './client/http-transport.ts';
import { Gallery } from './gallery/gallery.tsx';
import { createStores } from './stores/stores.ts';
import './theme/tokens.css';
import './theme/base.css';

const client = createClient(createHttpTransport());
const stores = createStores(client);
void stores.settings.read();

const root = document.getElementById('root');
if (root === null) throw new Error('gallery.html has no #root.');
createRoot(root).render(
  <StrictMode>
    <AppProvider client={client} stores={stores}>
      <Gallery />
    </AppProvider>
  </StrictMode>,
);
