/** The client and the stores, for every part of the page. */
import type { ReactNode } from 'react';
import { createContext, use, useEffect } from 'react';
import { useStore } from 'zustand';
import type { Client } from '../client/client.ts';
import type { Resource, ResourceState } from '../stores/resource.ts';
import type { Stores } from '../stores/stores.ts';

interface AppValue {
  readonly client: Client;
  readonly stores: Stores;
}

const AppContext = createContext<AppValue | null>(null);

export function AppProvider({ client, stores, children }: AppValue & { readonly children: ReactNode }) {
  return <AppContext value={{ client, stores }}>{children}</AppContext>;
}

function useApp(): AppValue {
  const app = use(AppContext);
  if (app === null) throw new Error('A part of the page stands outside of AppProvider.');
  return app;
}

export function useStores(): Stores {
  return useApp().stores;
}

export function useClient(): Client {
  return useApp().client;
}

/** Reads a resource when the input is new, and follows it. */
export function useResource<Input, Output>(
  resource: Resource<Input, Output>,
  input: Input,
): ResourceState<Input, Output> {
  const state = useStore(resource.store);
  const asked = JSON.stringify(input);
  useEffect(() => {
    void resource.read(JSON.parse(asked) as Input);
  }, [resource, asked]);
  return state;
}
