[(import 'article.libsonnet')]
