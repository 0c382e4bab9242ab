import { chakra } from "@chakra-ui/react/styled-system";
import type { ReactNode } from "react";
import { Container } from "#/components/layout/container.tsx";
import { Heading } from "#/components/ui/heading.tsx";
import { SupportLine } from "#/components/ui/support-line.tsx";
import { type LegalDocument, legalMessages } from "./legal.ts";

const Section = chakra("section", { base: { mt: 7 } });
const Title = chakra("h2", { base: { textStyle: "h3", mb: 2 } });
const Paragraph = chakra("p", { base: { textStyle: "bodyLg", color: "fg.muted", mb: 3 } });

type LegalTextProps = { document: LegalDocument; children?: ReactNode };

/** A text with headed sections; `children` follow the last one. */
export function LegalText({ document, children }: LegalTextProps) {
  const { title, lead, updated, sections } = document;
  return (
    <Container size="text" py={{ base: 6, md: 10 }}>
      <Heading>{title}</Heading>
      <chakra.p textStyle="lead" color="fg.muted" mt={2}>
        {lead}
      </chakra.p>
      {updated !== undefined && (
        <chakra.p textStyle="small" color="fg.subtle" mt={2}>
          {legalMessages.updated(updated)}
        </chakra.p>
      )}
      {sections.map((section) => (
        <Section key={section.title}>
          <Title>{section.title}</Title>
          {section.paragraphs.map((paragraph) => (
            <Paragraph key={paragraph}>{paragraph}</Paragraph>
          ))}
        </Section>
      ))}
      {updated !== undefined && <Contact />}
      {children}
    </Container>
  );
}

function Contact() {
  return (
    <Section>
      <Title>{legalMessages.contactTitle}</Title>
      <chakra.div textStyle="bodyLg" color="fg.muted">
        <SupportLine before={legalMessages.contact} />
      </chakra.div>
    </Section>
  );
}
