export interface ContainerExecutorSchema {
  /** Name of the image, with or without a tag. Default: the name of the project. */
  readonly tag?: string;
  /** The program that builds it. Default: the first one that is installed. */
  readonly builder?: 'docker' | 'podman' | 'buildah';
  /** Values of ARGs of the Dockerfile, such as `PYTHON=python:3.12-slim`, the base image. */
  readonly buildArgs?: readonly string[];
}
