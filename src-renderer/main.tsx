import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { AppProvider } from './app/app-context.tsx';
import { App } from './app/app.tsx';
import { createBridgeTransport } from './client/bridge-transport.ts';
import { createClient } from './client/client.ts';
import { createHttpTransport } from './client/http-transport.ts';
import { createStores } from './stores/stores.ts';
import './theme/tokens.css';
import './theme/base.css';
import './components/field.css';

const bridge = window.noisefloor;
const client = createClient(bridge === undefined ? createHttpTransport() : createBridgeTransport(bridge));
const stores = createStores(client);
void stores.settings.read();
void stores.network.read();

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root.');
createRoot(root).render(
  <StrictMode>
    <AppProvider client={client} stores={stores}>
      <App />
    </AppProvider>
  </StrictMode>,
);
