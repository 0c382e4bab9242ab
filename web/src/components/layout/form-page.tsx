import { chakra } from "@chakra-ui/react/styled-system";
import type { ReactNode } from "react";
import { Container } from "./container.tsx";
import { Heading } from "#/components/ui/heading.tsx";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";

type FormPageProps = {
  title: string;
  lead: ReactNode;
  children: ReactNode;
  foot?: ReactNode;
  /** Content that may arrive late, below everything else. */
  sample?: ReactNode;
  /** Omits the panel, which the content provides. */
  bare?: boolean;
};

/** A narrow page around one form. */
export function FormPage({ title, lead, children, foot, sample, bare }: FormPageProps) {
  return (
    <Container size="text" py={{ base: 6, md: 10 }}>
      <Heading>{title}</Heading>
      <chakra.p textStyle="lead" color="fg.muted" mt={2} mb={6}>
        {lead}
      </chakra.p>
      {bare ? (
        children
      ) : (
        <Panel as="div" ticks>
          <PanelBody>{children}</PanelBody>
        </Panel>
      )}
      {foot !== undefined && (
        <chakra.div
          display="flex"
          flexWrap="wrap"
          columnGap={6}
          rowGap={2}
          textStyle="small"
          color="fg.muted"
          mt={4}
        >
          {foot}
        </chakra.div>
      )}
      {sample !== undefined && <chakra.div mt={8}>{sample}</chakra.div>}
    </Container>
  );
}
